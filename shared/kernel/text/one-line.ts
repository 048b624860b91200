const controls = /[\u0000-\u001f\u007f-\u009f]/

/** One-line text (spec 01 §2): CR, LF and TAB each become a blank, other controls go, outer blanks go. */
export const oneLine = (text: string): string =>
  (controls.test(text)
    ? text.replace(/[\r\n\t]/g, ' ').replace(/[\u0000-\u001f\u007f-\u009f]/g, '')
    : text
  ).trim()
