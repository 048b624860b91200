/** Begins the line of a terminal anew. */
export const REDRAW = '\r\u001b[2K'

/** Line breaks (of CSV, too) and tabs are no controls here. */
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]|\r(?!\n|$)/g

const escaped = (control: string): string => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Text for a terminal: control characters as JSON writes them (`\u001b`), so that JSON stays what it is. */
export const withoutControls = (text: string): string => text.replace(controls, escaped)
