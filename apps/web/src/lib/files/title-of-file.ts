import { capitalize } from '../format/format.ts'

/** contrato_arrendamiento-2023.pdf → Contrato arrendamiento 2023 */
export function titleOfFile(name: string): string {
  const plain = name
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? name : capitalize(plain)
}
