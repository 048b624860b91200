const groups = /^[1-9]\d{0,2}(?:([.,])\d{3})(?:\1\d{3})*$/

const plain = (whole: string, decimals = ''): string => {
  const digits = whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '')
  const value = decimals === '' ? digits : `${digits}.${decimals}`
  return Number(value) === 0 ? '0' : value
}

/**
 * The numbers that digits with `.` and `,` between them denote, plain (spec 02 §5 Cost): `1.234,50` → `1234.50`.
 * Commas that are neither decimal signs nor thousands separate numbers.
 */
export const amountsOf = (text: string): readonly string[] => {
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  if (last === -1) return [plain(text)]
  if (text.includes('.') && text.includes(',')) return [plain(text.slice(0, last), text.slice(last + 1))]
  const repeated = text.indexOf('.') !== text.lastIndexOf('.')
  if (groups.test(text) && (text.includes(',') || repeated)) return [plain(text)]
  if (text.includes('.'))
    return repeated
      ? text.split('.').map(part => plain(part))
      : [plain(text.slice(0, last), text.slice(last + 1))]
  if (/^\d*,\d{1,2}$/.test(text) || /^0,\d+$/.test(text))
    return [plain(text.slice(0, last), text.slice(last + 1))]
  return text.split(',').map(part => plain(part))
}
