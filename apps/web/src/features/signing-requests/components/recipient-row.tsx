import { recipientRoles } from '@foja/contracts/request-states'
import { ArrowDown, ArrowUp, Check, GripVertical, Pencil, X } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { withRole, type DraftRecipient } from '../draft.ts'
import { useAskTexts } from '../texts/ask.ts'
import { PersonFields } from './person-fields.tsx'

export type RowErrors = Partial<Record<'nombre' | 'email' | 'telefono' | 'identificacion', string>>

type Props = {
  recipient: DraftRecipient
  /** Its number among all, for screen readers and rows without a name. */
  at: number
  errors: RowErrors
  /** Name, address and phone can be typed. */
  open: boolean
  onOpen: (open: boolean) => void
  onChange: (change: Partial<DraftRecipient>) => void
  onRemove?: (() => void) | undefined
  /** Undefined where there is no step in that direction. */
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  /** Handlers of the drag handle; none for copies, which have no turn. */
  drag?: ComponentProps<'span'> | undefined
  dragged: boolean
  /** The button that chooses where they sign. */
  place?: ReactNode
}

/** A recipient: folded with name and address, open with their fields. */
export function RecipientRow(props: Props) {
  const { recipient, at, errors, open, onOpen, onChange, onRemove, onUp, onDown, drag, dragged, place } = props
  const ask = useAskTexts()
  const { id, nombre, email, identificacion, mustMatch, rol, role } = recipient
  const named = nombre.trim() === '' ? (role?.name ?? ask.recipient(at)) : nombre.trim()
  /** Below the name, beside the handle. */
  const indent = drag !== undefined && 'sm:pl-7'
  const complete = nombre.trim() !== '' && email.trim() !== ''
  return (
    <li
      data-row={id}
      className={cn(
        'flex flex-col gap-3 rounded-lg border border-line bg-panel p-3',
        dragged && 'border-control! opacity-60',
      )}
    >
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2">
        {drag !== undefined && (
          <span
            {...drag}
            aria-hidden
            title={ask.drag(named)}
            className="touch-target flex w-5 cursor-grab touch-none justify-center text-ink-muted hover:text-ink"
          >
            <GripVertical className="size-4.5" />
          </span>
        )}
        <Avatar name={nombre.trim() === '' ? String(at) : nombre} size="lg" silent />
        <div className="min-w-0 flex-1 basis-40">
          <p className="truncate font-medium">{named}</p>
          {role !== undefined && named !== role.name && (
            <p className="truncate text-small font-medium text-gold-ink">{role.name}</p>
          )}
          {!open && <p className="truncate text-small text-ink-muted">{email}</p>}
        </div>
        <span className="ml-auto flex items-center gap-0.5 sm:order-last">
          {(onUp !== undefined || onDown !== undefined) && (
            <>
              <IconButton size="sm" label={ask.up(named)} disabled={onUp === undefined} onClick={onUp}>
                <ArrowUp />
              </IconButton>
              <IconButton size="sm" label={ask.down(named)} disabled={onDown === undefined} onClick={onDown}>
                <ArrowDown />
              </IconButton>
            </>
          )}
          {open ? (
            <IconButton size="sm" label={ask.ready(named)} disabled={!complete} onClick={() => onOpen(false)}>
              <Check />
            </IconButton>
          ) : (
            <IconButton size="sm" label={ask.edit(named)} onClick={() => onOpen(true)}>
              <Pencil />
            </IconButton>
          )}
          {onRemove !== undefined && (
            <IconButton size="sm" label={ask.remove(named)} onClick={onRemove}>
              <X />
            </IconButton>
          )}
        </span>
        <Select
          label={`${ask.role}: ${named}`}
          value={rol}
          onValueChange={(next) => onChange(withRole(rol, next))}
          options={recipientRoles.map((value) => ({ value, label: ask.roles[value] }))}
          className="w-52 max-sm:w-full"
        />
      </div>
      {open && (
        <PersonFields
          person={recipient}
          errorOf={(name) => errors[name]}
          onChange={onChange}
          className={indent || undefined}
        />
      )}
      {rol === 'firma' && (
        <div className={cn('flex flex-wrap items-start gap-x-4 gap-y-2', indent)}>
          <Field label={ask.identification} hideLabel error={errors.identificacion} className="w-40 max-sm:w-full">
            <Input
              name="identificacion"
              autoComplete="off"
              code
              maxLength={40}
              placeholder={ask.identification}
              value={identificacion}
              onChange={(event) => onChange({ identificacion: event.target.value })}
            />
          </Field>
          <span className="flex min-h-9 items-center">
            <Checkbox
              label={ask.mustMatch}
              checked={mustMatch}
              onCheckedChange={(next) => onChange({ mustMatch: next })}
            />
          </span>
          {place !== undefined && <span className="ml-auto max-sm:ml-0">{place}</span>}
        </div>
      )}
      {rol === 'firma_simple' && (
        <div className={cn('flex flex-wrap items-center gap-x-4 gap-y-2', indent)}>
          <p className="min-w-0 flex-1 basis-60 text-small text-pretty text-ink-muted">{ask.simpleNote}</p>
          {place}
        </div>
      )}
    </li>
  )
}
