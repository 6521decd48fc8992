import type { Party, Solicitud } from '@foja/contracts/solicitudes'
import type { SolicitudChange } from './api/solicitudes.ts'

/** The editable fields of a request. */
const editableFields = [
  'titulo',
  'tipo',
  'notas',
  'partes',
  'fecha_agendada',
  'lugar',
  'asignado_a',
] as const satisfies readonly (keyof Solicitud)[]
export type EditableField = (typeof editableFields)[number]
export type Editable = Pick<Solicitud, EditableField>

/** Only the editable fields. */
export const editableOf = (from: Editable): Editable =>
  Object.fromEntries(editableFields.map((field) => [field, from[field]])) as Editable

const plainParty = ({ nombre, rol, email, identificacion }: Party) => [nombre, rol, email ?? '', identificacion ?? '']

/** A value for comparison: null and empty are equal, and an assignee is compared by id. */
function comparable(value: Editable, field: EditableField): string {
  if (field === 'partes') return JSON.stringify(value.partes.map(plainParty))
  if (field === 'asignado_a') return value.asignado_a?.id ?? ''
  if (field === 'fecha_agendada') return value.fecha_agendada === null ? '' : String(Date.parse(value.fecha_agendada))
  return (value[field] ?? '').trim()
}

const sameField = (a: Editable, b: Editable, field: EditableField): boolean =>
  comparable(a, field) === comparable(b, field)

/** The fields that differ. */
export const changedFields = (before: Editable, after: Editable): EditableField[] =>
  editableFields.filter((field) => !sameField(before, after, field))

/** Who changed a field: one of the two, both to the same value, or both to different values. */
type MergeKind = 'mine' | 'theirs' | 'agreed' | 'both'
export type Side = 'mine' | 'theirs'
export type MergeRow = { field: EditableField; kind: MergeKind }
export type Picks = Partial<Record<EditableField, Side>>

/** Every changed field, from the original (`base`), the user's (`mine`) and the current values (`theirs`). */
export function mergeRows(base: Editable, mine: Editable, theirs: Editable): MergeRow[] {
  return editableFields.flatMap((field): MergeRow[] => {
    const byMe = !sameField(base, mine, field)
    const byThem = !sameField(base, theirs, field)
    if (!byMe && !byThem) return []
    if (!byThem) return [{ field, kind: 'mine' }]
    if (!byMe) return [{ field, kind: 'theirs' }]
    return [{ field, kind: sameField(mine, theirs, field) ? 'agreed' : 'both' }]
  })
}

/** The choice for fields without a conflict. */
export const obviousPicks = (rows: readonly MergeRow[]): Picks =>
  Object.fromEntries(
    rows.flatMap(({ field, kind }) =>
      kind === 'both' ? [] : [[field, kind === 'mine' ? ('mine' as const) : ('theirs' as const)]],
    ),
  )

/** The fields that still need a choice. */
export const pendingRows = (rows: readonly MergeRow[], picks: Picks): MergeRow[] =>
  rows.filter(({ field }) => picks[field] === undefined)

/** The merged values: theirs, with the fields picked from mine. */
export function mergedOf(mine: Editable, theirs: Editable, picks: Picks): Editable {
  const taken = editableFields.filter((field) => picks[field] === 'mine').map((field) => [field, mine[field]])
  return { ...theirs, ...(Object.fromEntries(taken) as Partial<Editable>) }
}

/** The differences between two states for the API: an id for a user, null for empty. */
export function wireChange(before: Editable, after: Editable): Omit<SolicitudChange, 'id_solicitud' | 'version'> {
  const all = {
    titulo: after.titulo.trim(),
    tipo: textOrNull(after.tipo),
    notas: textOrNull(after.notas),
    partes: after.partes.map(({ nombre, rol, email, identificacion }) => ({
      nombre,
      rol,
      ...(email === undefined || email === '' ? {} : { email }),
      ...(identificacion === undefined || identificacion === '' ? {} : { identificacion }),
    })),
    fecha_agendada: after.fecha_agendada,
    lugar: textOrNull(after.lugar),
    asignado_a: after.asignado_a?.id ?? null,
  }
  return Object.fromEntries(changedFields(before, after).map((field) => [field, all[field]]))
}

const textOrNull = (text: string | null) => (text === null || text.trim() === '' ? null : text.trim())
