const ID = /(?<![\w-])((?:OP|\d{2})-\d+)(?![\w-])/g
const SECTIONS = /(?<![\w-])(0\d)((?:[, ]*§\d+(?:\.\d+)*)+)/g

/** Ids of examples that a title names: `04-7`, `OP-2`. */
export const examplesIn = (title: string): readonly string[] =>
  [...title.matchAll(ID)].map(([, id = '']) => id)

/** Sections that a title names: `02 §5, §8` → `02 §5`, `02 §8`. */
export const sectionsIn = (title: string): readonly string[] =>
  [...title.matchAll(SECTIONS)].flatMap(([, file = '', sections = '']) =>
    sections
      .split(/[, ]+|(?=§)/)
      .filter(section => section.startsWith('§'))
      .map(section => `${file} ${section}`),
  )

/** Whether `04 §5` or one of its parts is among the sections. */
export const isNamed = (section: string, named: ReadonlySet<string>): boolean =>
  [...named].some(one => one === section || one.startsWith(`${section}.`) || section.startsWith(`${one}.`))
