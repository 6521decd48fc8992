import { createId } from '@foja/contracts/ids'
import type { NewSolicitudMain } from '@foja/contracts/solicitudes'

/** A file of the draft: what is known of it, apart from its bytes. */
export type DraftFile = { id_solicitud: string; name: string; size: number; tipo: string }
export type DraftParty = { key: string; nombre: string; rol: string; email: string }

export type Draft = {
  id_solicitud_main: string
  titulo: string
  notas: string
  files: DraftFile[]
  partes: DraftParty[]
  savedAt: number | null
}

/** The ids are made once a draft: sending it again with the same ids creates nothing new. */
export const newDraft = (): Draft => ({
  id_solicitud_main: createId(),
  titulo: '',
  notas: '',
  files: [],
  partes: [],
  savedAt: null,
})

export const newParty = (): DraftParty => ({ key: createId(), nombre: '', rol: '', email: '' })

/** The same draft under ids of its own. */
export const withNewIds = (draft: Draft): Draft => ({
  ...draft,
  id_solicitud_main: createId(),
  files: draft.files.map((file) => ({ ...file, id_solicitud: createId() })),
})

const filled = ({ nombre, rol, email }: DraftParty) => [nombre, rol, email].some((text) => text.trim() !== '')

/** The people that were begun; an empty row is no person. */
export const partiesOf = (draft: Draft): DraftParty[] => draft.partes.filter(filled)

/** What the wire takes. Each file makes a request of the group, with the people and the notes of the case. */
export function toGroup(draft: Draft, titleOf: (name: string) => string): NewSolicitudMain {
  const partes = partiesOf(draft).map(({ nombre, rol, email }) => ({
    nombre: nombre.trim(),
    rol: rol.trim(),
    ...(email.trim() === '' ? {} : { email: email.trim() }),
  }))
  return {
    id_solicitud_main: draft.id_solicitud_main,
    titulo: draft.titulo.trim(),
    solicitudes: draft.files.map((file) => ({
      id_solicitud: file.id_solicitud,
      titulo: titleOf(file.name).slice(0, 200),
      ...(file.tipo === '' ? {} : { tipo: file.tipo }),
      ...(draft.notas.trim() === '' ? {} : { notas: draft.notas.trim() }),
      ...(partes.length === 0 ? {} : { partes }),
      description: [{}],
    })),
  }
}
