/** What Windows, macOS or a terminal take for something else: separators, wildcards, control and direction marks. */
// oxlint-disable-next-line no-control-regex -- control characters are what it is about
const unfit = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff/\\:*?"<>|]+/g

/** Names of devices, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

const longest = 100

/** A name that every system takes for one file or folder, as near to `name` as may be; `otherwise` where nothing is left. */
export function safeName(name: string, otherwise: string): string {
  const clean = name.toWellFormed().normalize('NFC').replace(unfit, '_').replace(/\s+/g, ' ')
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  const stem = Array.from(clean.slice(0, clean.length - extension.length))
    .slice(0, longest)
    .join('')
  // A dot in front hides, one or a space at the end is lost.
  const safe = `${stem.replace(/^[.\s]+/, '')}${extension}`.replace(/[.\s]+$/, '')
  if (safe === '' || /^_+$/.test(safe) || safe === extension) return otherwise
  return device.test(safe) ? `_${safe}` : safe
}

/**
 * Hands out names of which no two are alike, nor any like those that are `taken`, letter case aside: the second `a.pdf`
 * is `a (2).pdf`.
 */
export function createNamer(...taken: string[]): (name: string) => string {
  const names = new Set(taken.map((name) => name.toLowerCase()))
  // Where to go on counting: a thousand files of one name are not each compared with all the others.
  const copies = new Map<string, number>()
  return (name) => {
    const at = name.lastIndexOf('.')
    const [stem, extension] = at > 0 ? [name.slice(0, at), name.slice(at)] : [name, '']
    const key = name.toLowerCase()
    let free = name
    let copy = copies.get(key) ?? 2
    for (; names.has(free.toLowerCase()); copy += 1) free = `${stem} (${copy})${extension}`
    copies.set(key, copy)
    names.add(free.toLowerCase())
    return free
  }
}
