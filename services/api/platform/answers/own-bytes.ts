/** Bytes of their own: small ones would otherwise hold on to a piece of memory that they share with others. */
export const ownBytes = (body: string | Buffer): Buffer => {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(body))
  if (typeof body === 'string') bytes.write(body)
  else body.copy(bytes)
  return bytes
}
