/** As long as so many signs, with a sign that there were more. */
export const cutText = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).toWellFormed().trimEnd()} …` : text
