export type QuotaLimits = { total: number; perHolder: number }

/** Counts what holders have taken of something limited. */
export type Quota = {
  /** Takes `amount` unless a limit would be exceeded. `full`: the total; `holder_full`: the holder's own share. */
  take: (holder: string, amount: number) => 'taken' | 'full' | 'holder_full'
  release: (holder: string, amount: number) => void
}

export function createQuota({ total, perHolder }: QuotaLimits): Quota {
  const held = new Map<string, number>()
  let all = 0
  return {
    take(holder, amount) {
      const own = (held.get(holder) ?? 0) + amount
      if (own > perHolder) return 'holder_full'
      if (all + amount > total) return 'full'
      held.set(holder, own)
      all += amount
      return 'taken'
    },
    release(holder, amount) {
      all -= amount
      const left = (held.get(holder) ?? 0) - amount
      if (left > 0) held.set(holder, left)
      else held.delete(holder)
    },
  }
}
