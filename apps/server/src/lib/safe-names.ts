/**
 * Characters with a special meaning in Windows, macOS or terminals: separators, wildcards, control and bidi characters.
 */
// oxlint-disable-next-line no-control-regex -- control characters are on purpose
const unfit = /[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff0-\uffff/\\:*?"<>|]+/g

/** Names of devices, with any extension (Microsoft, "Naming Files, Paths, and Namespaces"). */
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

const longest = 100

/** The closest name that is valid for a file or folder on every system; `otherwise` when nothing is left. */
export function safeName(name: string, otherwise: string): string {
  const clean = name.toWellFormed().normalize('NFC').replace(unfit, '_').replace(/\s+/g, ' ')
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(clean)?.[0] ?? ''
  const stem = Array.from(clean.slice(0, clean.length - extension.length))
    .slice(0, longest)
    .join('')
  // A leading dot hides a file; a trailing dot or space is lost on Windows.
  const safe = `${stem.replace(/^[.\s]+/, '')}${extension}`.replace(/[.\s]+$/, '')
  if (safe === '' || /^_+$/.test(safe) || safe === extension) return otherwise
  return device.test(safe) ? `_${safe}` : safe
}

/**
 * Returns a function that makes names unique, also among `taken`, ignoring letter case: the second `a.pdf` becomes `a
 * (2).pdf`.
 */
export function createNamer(...taken: string[]): (name: string) => string {
  const names = new Set(taken.map((name) => name.toLowerCase()))
  // The next number per name, so that a thousand equal names need no quadratic search.
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
