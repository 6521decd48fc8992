import { createId } from '@foja/contracts/ids'
import type { NewSolicitudMain } from '@foja/contracts/solicitudes'
import { titleOf } from './check-file.ts'

/** A file of the draft: what is known of it, apart from its bytes. */
export type DraftFile = { id: string; name: string; size: number }
/** A request of the case file: its main file first, then what is attached to it. */
export type DraftRequest = { id_solicitud: string; titulo: string; tipo: string; files: DraftFile[] }
export type DraftParty = { key: string; nombre: string; rol: string; email: string }

export type Draft = {
  id_solicitud_main: string
  titulo: string
  notas: string
  requests: DraftRequest[]
  partes: DraftParty[]
  savedAt: number | null
}

/** The ids are made once a draft: sending it again with the same ids creates nothing new. */
export const newDraft = (): Draft => ({
  id_solicitud_main: createId(),
  titulo: '',
  notas: '',
  requests: [],
  partes: [],
  savedAt: null,
})

export const newParty = (): DraftParty => ({ key: createId(), nombre: '', rol: '', email: '' })

/** Every file in the order in which they travel. */
export const filesOf = (draft: Pick<Draft, 'requests'>): DraftFile[] => draft.requests.flatMap((one) => one.files)

/** The same draft under ids of its own; its files keep theirs. */
export const withNewIds = (draft: Draft): Draft => ({
  ...draft,
  id_solicitud_main: createId(),
  requests: draft.requests.map((one) => ({ ...one, id_solicitud: createId() })),
})

const filled = ({ nombre, rol, email }: DraftParty) => [nombre, rol, email].some((text) => text.trim() !== '')

/** The people that were begun; an empty row is no person. */
export const partiesOf = (draft: Draft): DraftParty[] => draft.partes.filter(filled)

/** The title of a request: its own, else that of the case file where it is alone, else its main file's name. */
export function requestTitle(draft: Pick<Draft, 'titulo' | 'requests'>, request: DraftRequest): string {
  if (request.titulo.trim() !== '') return request.titulo.trim()
  if (draft.requests.length === 1 && draft.titulo.trim() !== '') return draft.titulo.trim()
  return titleOf(request.files[0]?.name ?? '')
}

/** What the wire takes. Each request with one element a file, with the people and the notes of the case. */
export function toGroup(draft: Draft): NewSolicitudMain {
  const partes = partiesOf(draft).map(({ nombre, rol, email }) => ({
    nombre: nombre.trim(),
    rol: rol.trim(),
    ...(email.trim() === '' ? {} : { email: email.trim() }),
  }))
  return {
    id_solicitud_main: draft.id_solicitud_main,
    titulo: draft.titulo.trim(),
    solicitudes: draft.requests.map((request) => ({
      id_solicitud: request.id_solicitud,
      titulo: requestTitle(draft, request).slice(0, 200),
      ...(request.tipo.trim() === '' ? {} : { tipo: request.tipo.trim() }),
      ...(draft.notas.trim() === '' ? {} : { notas: draft.notas.trim() }),
      ...(partes.length === 0 ? {} : { partes }),
      description: request.files.map(() => ({})),
    })),
  }
}
