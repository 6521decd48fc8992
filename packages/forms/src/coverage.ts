import { coverage } from './coverage-table.ts'
import type { Family } from './faces.ts'
import { unpackRanges } from './unpack-table.ts'

let unpacked: Map<number, Family> | undefined

/** The family for a character, Inter if it has it; undefined: none has it. */
export function familyOf(codePoint: number): Family | undefined {
  unpacked ??= new Map([
    ...charactersOf('inter').map((character) => [character, 'inter'] as const),
    ...charactersOf('dejavu').map((character) => [character, 'dejavu'] as const),
  ])
  return unpacked.get(codePoint)
}

/** The code points written in a family, in order. */
export function charactersOf(family: Family): number[] {
  return unpackRanges(coverage[family])
}
