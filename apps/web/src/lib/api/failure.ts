import { useEffect, useState, useSyncExternalStore } from 'react'
import { draftPrefix, getOwner, onNewOwner } from '../session/owner.ts'
import { getDetour, onReturn } from '../router/detour.ts'
import { nameOf, reportsItself } from './hand-back.ts'

/** An action that the server did not perform, kept until the page has shown it. */
export type Failure = {
  id: number
  /** The API name of the call, e.g. `send_solicitud`. */
  action: string
  /** HTTP status; 0 without a response. */
  status: number
  /** The server's message, if it was readable. */
  detail: string | null
  /** Request id, for support. */
  code: string | null
  /** Time (ms) from which the server accepts the action again. */
  until: number | null
  /** Path of the page. */
  place: string
  /** Text had been typed into a form, which is kept. */
  typed: boolean
  /** A password had been typed, which is not kept. */
  secret: boolean
  /** The dialog that was open, by its number in this page load; null for the page itself. */
  dialog: number | null
}

/** POST calls that only load what the page shows. */
export const loads: readonly string[] = [
  'check_link',
  'pdf_to_image',
  'preflight_signing',
  'template_pdf_to_image',
  'template_data_pdf_to_image',
  'preview_pdf_template',
]

/** GET calls that the user starts: two that change data (specification, section 7), and downloads. */
export const actingGets: readonly string[] = [
  'rename_template',
  'remove_signature',
  'download_document',
  'evidence_report',
  'export_own_data',
  'export_personal_data',
  'export_solicitudes',
  'export_template',
  'fill_batch_zip',
  'solicitud_ics',
]

/** Calls with a key of repetition: their screens say that a lost response can be requested again safely. */
export const repeatable: readonly string[] = [
  'bulk_solicitudes',
  'complete_signing',
  'custom_pdf_signing',
  'list_solicitud_main_type',
  'prepare_signing',
]

/** The name of a call that the user started; null for calls that load a page. */
export function actionOf(method: string, url: string): string | null {
  const name = nameOf(url)
  if (name === undefined || reportsItself(name)) return null
  const acts = method === 'GET' ? actingGets.includes(name) : !loads.includes(name)
  return acts ? name : null
}

const key = () => `${draftPrefix}${getOwner() ?? ''}:failure`

let failure: Failure | null = null
let restored = false
let lastId = 0
const listeners = new Set<() => void>()
/** Numbers of the open dialogs, topmost last. */
const dialogs: number[] = []

function store(next: Failure | null): void {
  failure = next
  restored = true
  try {
    if (next === null) sessionStorage.removeItem(key())
    else sessionStorage.setItem(key(), JSON.stringify(next))
  } catch {
    // Without storage the failure is lost on a reload.
  }
  for (const listener of listeners) listener()
}

/** After a reload on /refresh the dialogs are gone: the page itself shows the failure. */
function restore(): void {
  restored = true
  try {
    const text = sessionStorage.getItem(key())
    if (text !== null) failure = { ...(JSON.parse(text) as Failure), dialog: null }
  } catch {
    // Storage is unavailable or was changed.
  }
}

onNewOwner(() => store(null))

export function getFailure(): Failure | null {
  if (!restored && getOwner() !== null) restore()
  return failure
}

export const clearFailure = (): void => {
  if (failure !== null) store(null)
}

/** Records the failure of `action` on this page. */
export function recordFailure(
  action: string | null,
  reply: Pick<Failure, 'status'> & Partial<Pick<Failure, 'detail' | 'code'>> & { wait?: number | null },
): void {
  if (action === null || (reply.status === 0 && repeatable.includes(action))) return
  lastId += 1
  const { status, detail = null, code = null, wait = null } = reply
  const filled = (fields: string) =>
    [...document.querySelectorAll<HTMLInputElement>(fields)].some((one) => one.value !== '')
  store({
    id: lastId,
    action,
    status,
    detail,
    code,
    until: wait === null ? null : Date.now() + wait * 1000,
    place: window.location.pathname,
    typed: filled('form textarea, form input:not([type=checkbox], [type=radio], [type=search])'),
    secret: status > 400 && filled('input[data-secret]'),
    dialog: dialogs.at(-1) ?? null,
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useFailure = (): Failure | null => useSyncExternalStore(subscribe, getFailure)

let lastDialog = 0

/** The failure to show in this dialog while it is open. */
export function useDialogFailure(open: boolean): Failure | null {
  const [number] = useState(() => (lastDialog += 1))
  const current = useFailure()
  useEffect(() => {
    if (!open) return undefined
    dialogs.push(number)
    return () => {
      dialogs.splice(dialogs.indexOf(number), 1)
      if (failure?.dialog === number && getDetour() === null) clearFailure()
    }
  }, [open, number])
  return current?.dialog === number ? current : null
}

/** The failure to show on the page itself. */
export function usePageFailure(): Failure | null {
  const current = useFailure()
  return current?.dialog === null ? current : null
}

let seen = 0
onReturn(() => {
  seen = failure?.id ?? seen
})

/** True if the last call of `action` failed and the page reports it. */
export const isRecorded = (action: string | null): boolean => action !== null && failure?.action === action

/** True while the detour over /refresh was caused by an action, which is not repeated by returning. */
export const isAfterAction = (): boolean => failure !== null && failure.id > seen && failure.status > 400
