import type * as Questions from '../../services/api/platform/questions.ts'

/** How often a question of a list was known, so that its request was not read. */
export const known = { times: 0 }

/** The module that keeps questions, counting; to replace it with. */
export const counting = (questions: typeof Questions): typeof Questions => ({
  ...questions,
  keptQuestions: trails => {
    const kept = questions.keptQuestions(trails)
    return {
      ...kept,
      find: (...asked) => {
        const found = kept.find(...asked)
        if (found !== null) known.times++
        return found
      },
    }
  },
})
