import { recipientRoles } from '@foja/contracts/request-states'
import { ArrowDown, ArrowUp, Check, GripVertical, Pencil, X } from 'lucide-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { cn } from '../../../ui/cn.ts'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { signerStyle } from '../../../ui/theme/signer-colors.ts'
import { toneOf, withRole, type DraftRecipient } from '../draft.ts'
import { useAskTexts } from '../texts/ask.ts'
import { PersonFields } from './person-fields.tsx'

export type RowErrors = Partial<Record<'nombre' | 'email' | 'telefono' | 'identificacion', string>>

type Props = {
  recipient: DraftRecipient
  /** Its number among all, for screen readers and rows without a name. */
  at: number
  /** False: codes cannot be mailed. */
  mailReady: boolean
  errors: RowErrors
  /** Name, address and phone can be typed. */
  open: boolean
  onOpen: (open: boolean) => void
  onChange: (change: Partial<DraftRecipient>) => void
  onRemove?: (() => void) | undefined
  /** Undefined where there is no step in that direction. */
  onUp?: (() => void) | undefined
  onDown?: (() => void) | undefined
  /** The list has drag handles. */
  movable: boolean
  /** Handlers of the drag handle; none for copies, which have no turn. */
  drag?: ComponentProps<'span'> | undefined
  dragged: boolean
  /** The one whose place is chosen beside the list. */
  active: boolean
  onActive?: (() => void) | undefined
  /** The button that chooses where they sign. */
  place?: ReactNode
}

/** A recipient: compact, with what their way of signing needs, or open with the fields of the person. */
export function RecipientRow(props: Props) {
  const { recipient, at, mailReady, errors, open, onOpen, onChange, onRemove, onUp, onDown } = props
  const { movable, drag, dragged, active, onActive, place } = props
  const ask = useAskTexts()
  const { id, nombre, email, rol, role } = recipient
  const named = nombre.trim() === '' ? (role?.name ?? ask.recipient(at)) : nombre.trim()
  const tone = toneOf(recipient)
  const complete = nombre.trim() !== '' && email.trim() !== ''
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its controls choose it by focus too
    <li
      data-row={id}
      {...(tone === null ? {} : { style: signerStyle(tone) })}
      onPointerDown={onActive}
      onFocus={onActive}
      className={cn(
        'relative flex flex-col gap-2 rounded-lg border bg-panel p-2.5',
        tone !== null && 'signer',
        active ? 'border-focus outline' : 'border-line',
        dragged && 'opacity-60',
      )}
    >
      {tone !== null && <span aria-hidden className="absolute inset-y-2 left-0 w-1 bg-(--signer)" />}
      <div className="flex flex-wrap items-center gap-1.5">
        {drag === undefined ? (
          movable && <span className="w-5" />
        ) : (
          <span
            {...drag}
            aria-hidden
            title={ask.drag(named)}
            className="touch-target flex w-5 cursor-grab touch-none justify-center text-ink-muted hover:text-ink"
          >
            <GripVertical className="size-4.5" />
          </span>
        )}
        <Avatar name={nombre.trim() === '' ? String(at) : nombre} size="lg" silent signer={tone !== null} />
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex font-semibold">
            {open ? (
              <span className="truncate">{named}</span>
            ) : (
              <button
                type="button"
                aria-label={ask.edit(named)}
                onClick={() => onOpen(true)}
                className="touch-target flex min-w-0 items-center gap-1.5 rounded-sm hover:underline"
              >
                <span className="truncate">{named}</span>
                <Pencil aria-hidden className="size-3.5 text-ink-muted" />
              </button>
            )}
          </p>
          <p className="truncate text-small text-ink-muted">
            {role !== undefined && named !== role.name && (
              <>
                <span className="font-medium text-gold-ink">{role.name}</span> ·{' '}
              </>
            )}
            {email}
          </p>
        </div>
        <Select
          label={`${ask.role}: ${named}`}
          value={rol}
          onValueChange={(next) => onChange(withRole(rol, next, mailReady))}
          options={recipientRoles.map((value) => ({ value, label: ask.roles[value] }))}
          className="w-48 text-small! max-sm:order-last max-sm:w-full"
        />
        {onRemove === undefined ? (
          <span className="w-8 max-sm:hidden" />
        ) : (
          <IconButton size="sm" label={ask.remove(named)} onClick={onRemove}>
            <X />
          </IconButton>
        )}
      </div>
      {open && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a key of the fields in it
        <div
          className="flex flex-col gap-3 border-t border-line pt-3 pr-1"
          onKeyDown={(event: KeyboardEvent) => {
            // Enter ends the person, and does not send the request.
            if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
            event.preventDefault()
            if (complete) onOpen(false)
          }}
        >
          <PersonFields
            person={rol === 'firma_simple' ? { nombre, email, telefono: recipient.telefono } : recipient}
            errorOf={(name) => errors[name]}
            onChange={onChange}
          />
          {rol === 'firma_simple' && <p className="text-small text-pretty text-ink-muted">{ask.simpleNote}</p>}
        </div>
      )}
      <Needs
        recipient={recipient}
        mailReady={mailReady}
        error={errors.identificacion}
        onChange={onChange}
        place={place}
        className={open ? '' : movable ? 'sm:pl-17' : 'sm:pl-10.5'}
      />
      {open && (
        <div className="flex items-center gap-0.5 pr-1">
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
          <Button size="sm" icon={<Check />} disabled={!complete} className="ml-auto" onClick={() => onOpen(false)}>
            {ask.ready}
          </Button>
        </div>
      )}
    </li>
  )
}

type NeedsProps = Pick<Props, 'recipient' | 'mailReady' | 'onChange' | 'place'> & {
  error: string | undefined
  className: string
}

/** What the way of signing needs, below the name. */
function Needs({ recipient, mailReady, error, onChange, place, className }: NeedsProps) {
  const ask = useAskTexts()
  const { rol, mustMatch, identificacion, code: asked } = recipient
  if (rol !== 'firma' && rol !== 'firma_simple') return null
  return (
    <div className={cn('flex flex-wrap items-start gap-1.5', className)}>
      <Checkbox
        label={<span className="text-small">{rol === 'firma' ? ask.mustMatch : ask.mailedCode}</span>}
        {...(rol === 'firma' || mailReady ? {} : { hint: ask.codeNeedsMail, disabled: !asked })}
        checked={rol === 'firma' ? mustMatch : asked}
        onCheckedChange={(on) => onChange(rol === 'firma' ? { mustMatch: on } : { code: on })}
        className="flex-1 py-1.5"
      />
      {rol === 'firma' && (
        <Field label={ask.identification} hideLabel error={error} className="w-40">
          <Input
            name="identificacion"
            autoComplete="off"
            code
            size="sm"
            maxLength={40}
            placeholder={ask.identification}
            value={identificacion}
            onChange={(event) => onChange({ identificacion: event.target.value })}
          />
        </Field>
      )}
      {place ?? <span className="w-8 max-sm:hidden" />}
    </div>
  )
}
