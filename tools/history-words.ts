// Sentences about the history, shared by `doctor` and `audit`.
import type { ExportVerdict } from '../apps/server/src/modules/setup/maintenance/verify-export.ts'
import type { BrokenChain } from '../packages/db/src/verify-chains.ts'

export const count = (value: number): string => value.toLocaleString('es', { useGrouping: 'always' })

export const moment = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

const sentences: Record<BrokenChain['fault'], (broken: BrokenChain) => string> = {
  event: ({ chain, at, action }) => `La historia de ${chain} no encaja desde su evento ${at} (${action ?? 'falta'}).`,
  missing: ({ chain }) => `La historia de ${chain} fue borrada, entera o en su comienzo.`,
  root: ({ chain, at }) => `La historia de ${chain} perdió o cambió su evento ${at}, que consta en una raíz anterior.`,
  seal: ({ chain }) =>
    `La historia de ${chain} no termina como Foja la selló: alguien cambió o quitó eventos en la base de datos.`,
}

export const chainSentence = (broken: BrokenChain): string => sentences[broken.fault](broken)

/** What proves an export: the lines to print, and the exit code. */
export function conclude(verdict: ExportVerdict, hasKey: boolean): { lines: string[]; status: 0 | 1 | 3 } {
  const { chains, events, roots, stamps, known, faults } = verdict
  const lines = [`Historial: ${count(chains)} cadenas, ${count(events)} eventos, ${count(roots)} raíces.`]
  if (faults > 0) {
    lines.push(`✗ Problemas: ${count(faults)}. Este historial no es el que Foja escribió.`)
    return { lines, status: 1 }
  }
  for (const { no, time, tsa, trusted } of stamps) {
    const who = trusted ? tsa : `${tsa} (autoridad desconocida: no prueba nada; indícala con --authority)`
    lines.push(`  Raíz ${no}: sello de tiempo del ${moment(time)}, de ${who}.`)
  }
  if (hasKey) return { lines: [...lines, '✓ Probado entero con la clave del servidor.'], status: 0 }
  const last = stamps.findLast(({ trusted }) => trusted)
  if (known === null && last === undefined) {
    lines.push(
      '⚠ Es coherente, pero nada fuera del archivo lo prueba: indica la clave (--key) o una raíz del registro o de tu correo (--root).',
    )
    return { lines, status: 3 }
  }
  if (known !== null) lines.push(`✓ Probados ${count(known)} eventos con la raíz que indicaste.`)
  // Someone with the server key may have written all of it just before the timestamp.
  if (last !== undefined) {
    const date = moment(last.time)
    lines.push(
      `✓ ${count(last.events)} eventos existían así el ${date}; el sello no prueba que nadie los cambiara antes.`,
    )
  }
  const later = events - Math.max(known ?? 0, last?.events ?? 0)
  lines.push(`  Eventos posteriores, solo coherentes: ${count(later)}.`)
  return { lines, status: 0 }
}
