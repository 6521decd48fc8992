import type { Problem } from '@foja/contracts/problem'
import { filesOf, partyFieldOf, type Draft, type PartyErrors } from './draft.ts'

export type WizardErrors = {
  titulo?: string
  notas?: string
  /** Titles of separate requests, by request id. */
  titulos?: Record<string, string>
  /** By file id; other errors of a request are shown at its main file. */
  files: Record<string, string>
  /** By party key. */
  partes: Record<string, PartyErrors>
  /** Errors without a field. */
  general?: string
}

export const noErrors: WizardErrors = { files: {}, partes: {} }

/** The wizard step (0 to 3) with the first error. */
export function stepOf(errors: WizardErrors): number {
  if (errors.titulo !== undefined || errors.notas !== undefined) return 0
  if (Object.keys({ ...errors.titulos, ...errors.files }).length > 0) return 1
  return Object.keys(errors.partes).length > 0 ? 2 : 3
}

/** Maps each error of a 400 response to its file or field: `files.2`, `solicitudes.0.partes.1.email`. */
export function mapProblem(problem: Problem, draft: Draft): WizardErrors {
  const errors: WizardErrors = { files: {}, partes: {} }
  for (const { field, message } of problem.errors ?? []) {
    const path = field.replace(/\[(\w+)\]/g, '.$1').replace(/^data\./, '')
    const file = /^files\.(\d+)/.exec(path)
    const request = /^solicitudes\.(\d+)/.exec(path)
    const titled = /^solicitudes\.(\d+)\.titulo$/.exec(path)
    const party = /partes\.(\d+)/.exec(path)
    const fileId =
      file === null ? draft.requests[Number(request?.[1])]?.files[0]?.id : filesOf(draft)[Number(file[1])]?.id
    const partyKey =
      party === null
        ? undefined
        : draft.partes.filter((one) => one.nombre + one.rol + one.email !== '')[Number(party[1])]?.key
    if (partyKey !== undefined) errors.partes[partyKey] = { ...errors.partes[partyKey], [partyFieldOf(path)]: message }
    // A single request has the title of its case file.
    else if (path === 'titulo' || (titled !== null && draft.requests.length === 1)) errors.titulo = message
    else if (titled !== null && fileId !== undefined) {
      const { id_solicitud } = draft.requests[Number(titled[1])]!
      errors.titulos = { ...errors.titulos, [id_solicitud]: message }
    } else if (path.endsWith('.notas')) errors.notas = message
    else if (fileId !== undefined) errors.files[fileId] = message
    else errors.general = message
  }
  const placed = stepOf(errors) < 3 || errors.general !== undefined
  return placed ? errors : { ...errors, general: problem.detail }
}
