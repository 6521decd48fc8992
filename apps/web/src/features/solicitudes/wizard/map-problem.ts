import type { Problem } from '@foja/contracts/problem'
import { filesOf, type Draft } from './draft.ts'

export type WizardErrors = {
  titulo?: string
  notas?: string
  /** By the id of the file; what is wrong with a request is shown at its main file. */
  files: Record<string, string>
  /** By the key of the person. */
  partes: Record<string, string>
  /** What belongs to no field. */
  general?: string
}

export const noErrors: WizardErrors = { files: {}, partes: {} }

/** The wizard's step (0 to 3) where the first error is. */
export function stepOf(errors: WizardErrors): number {
  if (errors.titulo !== undefined || errors.notas !== undefined) return 0
  if (Object.keys(errors.files).length > 0) return 1
  return Object.keys(errors.partes).length > 0 ? 2 : 3
}

/** Puts each error of a 400 at the file or the field that it speaks of: `files.2`, `solicitudes.0.partes.1.email`. */
export function mapProblem(problem: Problem, draft: Draft): WizardErrors {
  const errors: WizardErrors = { files: {}, partes: {} }
  for (const { field, message } of problem.errors ?? []) {
    const path = field.replace(/\[(\w+)\]/g, '.$1').replace(/^data\./, '')
    const file = /^files\.(\d+)/.exec(path)
    const request = /^solicitudes\.(\d+)/.exec(path)
    const party = /partes\.(\d+)/.exec(path)
    const fileId =
      file === null ? draft.requests[Number(request?.[1])]?.files[0]?.id : filesOf(draft)[Number(file[1])]?.id
    const partyKey =
      party === null
        ? undefined
        : draft.partes.filter((one) => one.nombre + one.rol + one.email !== '')[Number(party[1])]?.key
    if (partyKey !== undefined) errors.partes[partyKey] = message
    else if (path === 'titulo') errors.titulo = message
    else if (path.endsWith('.notas')) errors.notas = message
    else if (fileId !== undefined) errors.files[fileId] = message
    else errors.general = message
  }
  const placed = stepOf(errors) < 3 || errors.general !== undefined
  return placed ? errors : { ...errors, general: problem.detail }
}
