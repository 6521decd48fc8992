import { createId } from '@foja/contracts/create-id'
import type { NewSolicitudMain } from '@foja/contracts/solicitudes'
import { isEmail } from '../../../lib/format/is-email.ts'
import { titleOfFile } from '../../../lib/files/title-of-file.ts'

/** Metadata of a file of the draft; its bytes are kept elsewhere. */
export type DraftFile = { id: string; name: string; size: number }
/** A request of the case file: its main file first, then the attachments. */
export type DraftRequest = { id_solicitud: string; titulo: string; tipo: string; files: DraftFile[] }
/** Errors of a party, by field. */
export type PartyErrors = Partial<Record<'nombre' | 'rol' | 'email' | 'identificacion', string>>

type PartyTexts = { nameMissing: string; roleMissing: string; emailWrong: string }

/** What is missing or wrong in each field of a party. */
export const faultsOfParty = (
  { nombre, rol, email }: { nombre: string; rol: string; email: string },
  texts: PartyTexts,
): PartyErrors => ({
  ...(nombre.trim() === '' ? { nombre: texts.nameMissing } : {}),
  ...(rol.trim() === '' ? { rol: texts.roleMissing } : {}),
  ...(email.trim() === '' || isEmail(email) ? {} : { email: texts.emailWrong }),
})

/** The field of an API error such as `partes.0.email`; the name if the error names none. */
export const partyFieldOf = (path: string): keyof PartyErrors => {
  const field = /partes\.\d+\.(\w+)/.exec(path)?.[1]
  return field === 'rol' || field === 'email' || field === 'identificacion' ? field : 'nombre'
}

export type DraftParty = { key: string; nombre: string; rol: string; email: string }

export type Draft = {
  id_solicitud_main: string
  titulo: string
  notas: string
  requests: DraftRequest[]
  /** Each added file gets its own request. */
  separate?: boolean
  partes: DraftParty[]
  savedAt: number | null
}

/** Ids are created once per draft: sending it again with the same ids creates nothing new. */
export const newDraft = (): Draft => ({
  id_solicitud_main: createId(),
  titulo: '',
  notas: '',
  requests: [],
  partes: [],
  savedAt: null,
})

export const newParty = (): DraftParty => ({ key: createId(), nombre: '', rol: '', email: '' })

/** All files in upload order. */
export const filesOf = (draft: Pick<Draft, 'requests'>): DraftFile[] => draft.requests.flatMap((one) => one.files)

/** The draft with new ids; its files keep theirs. */
export const withNewIds = (draft: Draft): Draft => ({
  ...draft,
  id_solicitud_main: createId(),
  requests: draft.requests.map((one) => ({ ...one, id_solicitud: createId() })),
})

const filled = ({ nombre, rol, email }: DraftParty) => [nombre, rol, email].some((text) => text.trim() !== '')

/** The parties without empty rows. */
export const partiesOf = (draft: Draft): DraftParty[] => draft.partes.filter(filled)

/** The title of a request: its own, or that of the case file if it is the only one, or the name of its main file. */
export function requestTitle(draft: Pick<Draft, 'titulo' | 'requests'>, request: DraftRequest): string {
  if (request.titulo.trim() !== '') return request.titulo.trim()
  if (draft.requests.length === 1 && draft.titulo.trim() !== '') return draft.titulo.trim()
  return titleOfFile(request.files[0]?.name ?? '')
}

/** True if the files are in several requests, or will be. */
export const isSeparate = ({ separate, requests }: Pick<Draft, 'separate' | 'requests'>): boolean =>
  separate === true || requests.length > 1

/**
 * The request body. Each request has one element per file, and the parties and notes of the case. The first request
 * has the id of the case file: one code for both.
 */
export function toGroup(draft: Draft): NewSolicitudMain {
  const partes = partiesOf(draft).map(({ nombre, rol, email }) => ({
    nombre: nombre.trim(),
    rol: rol.trim(),
    ...(email.trim() === '' ? {} : { email: email.trim() }),
  }))
  return {
    id_solicitud_main: draft.id_solicitud_main,
    titulo: draft.titulo.trim(),
    solicitudes: draft.requests.map((request, at) => ({
      id_solicitud: at === 0 ? draft.id_solicitud_main : request.id_solicitud,
      titulo: requestTitle(draft, request).slice(0, 200),
      ...(request.tipo.trim() === '' ? {} : { tipo: request.tipo.trim() }),
      ...(draft.notas.trim() === '' ? {} : { notas: draft.notas.trim() }),
      ...(partes.length === 0 ? {} : { partes }),
      description: request.files.map(() => ({})),
    })),
  }
}
