const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/

/** One-line text (spec 01 §2): line breaks and tabs become blanks, other controls go, outer blanks go. */
export const oneLine = (text: string): string =>
  (controls.test(text)
    ? text.replace(/\r\n|[\r\n\t\u0085\u2028\u2029]/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    : text
  ).trim()
