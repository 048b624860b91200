/** Items that wait for their turn: first come first served within a group, groups in rotation. */
export type FairGroups<Item extends { readonly group: string }> = {
  readonly add: (item: Item) => void
  readonly delete: (item: Item) => void
  /** The next item of a group that is not busy, which is busy from now on. */
  readonly take: () => Item | null
  /** The group's item is done: its next one may be taken when the turn comes round. */
  readonly release: (group: string) => void
}

type Group<Item> = { readonly waiting: Set<Item>; busy: boolean }

export const fairGroups = <Item extends { readonly group: string }>(): FairGroups<Item> => {
  const groups = new Map<string, Group<Item>>()
  /** Groups with an item to take, the one whose turn it is first. */
  const turns = new Set<string>()

  const settle = (name: string, group: Group<Item>) => {
    if (group.waiting.size > 0 && !group.busy) turns.add(name)
    else turns.delete(name)
    if (group.waiting.size === 0 && !group.busy) groups.delete(name)
  }

  return {
    add: item => {
      const group = groups.get(item.group) ?? { waiting: new Set(), busy: false }
      groups.set(item.group, group)
      group.waiting.add(item)
      settle(item.group, group)
    },
    delete: item => {
      const group = groups.get(item.group)
      if (group?.waiting.delete(item) === true) settle(item.group, group)
    },
    take: () => {
      const [name] = turns
      const group = name === undefined ? undefined : groups.get(name)
      const [item] = group?.waiting ?? []
      if (name === undefined || group === undefined || item === undefined) return null
      group.waiting.delete(item)
      group.busy = true
      settle(name, group)
      return item
    },
    release: name => {
      const group = groups.get(name)
      if (group === undefined) return
      group.busy = false
      settle(name, group)
    },
  }
}
