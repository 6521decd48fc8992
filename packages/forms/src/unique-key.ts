const longest = 60

/**
 * Derives a free key from a label: `Número de cédula` → `numero_de_cedula`, numbered when taken. A label without Latin
 * letters gives `campo`.
 */
export function keyFrom(label: string, taken: Iterable<string>): string {
  const words = label
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const key = /^[a-z]/.test(words) ? words : words === '' ? 'campo' : `campo_${words}`
  const used = new Set(taken)
  const base = key.slice(0, longest).replace(/_+$/, '')
  for (let number = 2, name = base; ; number++) {
    if (!used.has(name)) return name
    const end = `_${number}`
    name = base.slice(0, longest - end.length).replace(/_+$/, '') + end
  }
}
