/** Who asks while the same is being asked already gets that answer, also when it fails; afterwards it is asked anew. */
export const underWay = <Value>() => {
  const asked = new Map<string, Promise<Value>>()
  return (key: string, ask: () => Promise<Value>): Promise<Value> => {
    const known = asked.get(key)
    if (known !== undefined) return known
    const asking = ask().finally(() => asked.delete(key))
    asked.set(key, asking)
    return asking
  }
}
