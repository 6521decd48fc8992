import { fieldKeyPattern, fieldTypes } from '@foja/contracts/template-field-types'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { Alert } from '../../../../ui/alert.tsx'
import { Field } from '../../../../ui/field.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Input } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { Switch } from '../../../../ui/switch.tsx'
import { fieldIcons } from '../field-icons.ts'
import { fieldsOn, type EditorField } from '../model/document.ts'
import { documentOf, type EditorAction, type EditorState } from '../model/editor.ts'
import type { FieldPatch } from '../model/patch.ts'
import { FormatFields } from './format-section.tsx'
import { PanelHeader, PanelSection } from './panel-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { StyleSection } from './style-section.tsx'
import { useTypedText } from './number-input.tsx'
import { BindingField, DefaultField, FilledByField, MaxLengthField, OptionsField, RoleField } from './value-fields.tsx'

type Props = {
  field: EditorField
  state: EditorState
  act: (action: EditorAction) => void
  /** Problems in words. */
  problems: readonly string[]
}

/** All properties of one field. */
export function FieldPanel({ field, state, act, problems }: Props) {
  const words = useTemplateEditorTexts()
  const { locale, fields } = documentOf(state)
  const signatures = fields.filter(({ type }) => type === 'signature')
  const patch = (change: FieldPatch, group?: string) =>
    act({
      type: 'patch',
      ids: [field.id],
      patch: change,
      ...(group === undefined ? {} : { group: `${group} ${field.id}` }),
    })
  const parts = { field, locale, patch }
  return (
    <>
      <PanelHeader icon={fieldIcons[field.type]} title={field.label} act={act} />
      <PanelSection>
        {problems.map((text) => (
          <Alert key={text} variant="warning">
            {text}
          </Alert>
        ))}
        <Names {...parts} state={state} />
        <Field label={words.type}>
          <Select
            value={field.type}
            onValueChange={(type) => patch({ type })}
            options={fieldTypes.map((value) => ({ value, label: words.types[value] }))}
          />
        </Field>
        {field.type === 'signature' && <RoleField key={field.id} {...parts} />}
        {field.type !== 'signature' && <FilledByField {...parts} signatures={signatures} />}
        {field.type === 'select' && <OptionsField key={field.id} {...parts} />}
        <FormatFields field={field} locale={locale} onFormat={(format) => patch({ format })} />
        <Switch
          place="end"
          label={words.required}
          checked={field.required}
          onCheckedChange={(required) => patch({ required })}
        />
        {field.type === 'date' && (
          <Switch
            place="end"
            label={words.today}
            checked={field.binding === 'hoy'}
            onCheckedChange={(on) => patch({ binding: on ? 'hoy' : undefined })}
          />
        )}
        {(field.type !== 'date' || field.binding !== 'hoy') && <BindingField {...parts} />}
        <DefaultField {...parts} />
        {(field.type === 'text' || field.type === 'multiline') && <MaxLengthField {...parts} />}
        {field.form_field !== undefined && (
          <p className="text-small text-ink-muted">
            {words.formField}: <span className="code wrap-anywhere">{field.form_field}</span>
          </p>
        )}
      </PanelSection>
      <PlaceSection fields={[field]} state={state} act={act} />
      <StyleSection fields={[field]} patch={patch} />
      <OrderSection field={field} state={state} act={act} />
    </>
  )
}

type NamesProps = Pick<Props, 'field' | 'state'> & {
  patch: (patch: FieldPatch, group?: string) => void
}

/** The label, and the key derived from it. */
function Names({ field, state, patch }: NamesProps) {
  const words = useTemplateEditorTexts()
  const label = useTypedText(field.label, (text) => {
    if (text.trim() === '') return words.labelMissing
    patch({ label: text.trim() }, 'label')
    return null
  })
  const key = useTypedText(field.key, (text) => {
    if (!fieldKeyPattern.test(text)) return words.keyWrong
    if (documentOf(state).fields.some((other) => other.id !== field.id && other.key === text)) return words.keyTaken
    patch({ key: text }, 'key')
    return null
  })
  return (
    <>
      <Field label={words.label} error={label.error} required>
        <Input maxLength={120} {...label.bind} />
      </Field>
      <Field
        label={
          <>
            {words.key} <span className="font-normal text-ink-muted">· {words.keyNote}</span>
          </>
        }
        error={key.error}
        required
      >
        <Input maxLength={60} spellCheck={false} autoCapitalize="off" {...key.bind} />
      </Field>
    </>
  )
}

/** The tab order within the page, which is also the stacking order. */
function OrderSection({ field, state, act }: Pick<Props, 'field' | 'state' | 'act'>) {
  const words = useTemplateEditorTexts()
  const here = fieldsOn(documentOf(state).fields, field.page)
  const place = here.findIndex(({ id }) => id === field.id) + 1
  return (
    <PanelSection title={words.order} note={words.orderOf(place, here.length)}>
      <div className="flex gap-2">
        <IconButton
          variant="secondary"
          label={words.earlier}
          disabled={place === 1}
          onClick={() => act({ type: 'order', id: field.id, by: -1 })}
        >
          <ArrowUp />
        </IconButton>
        <IconButton
          variant="secondary"
          label={words.later}
          disabled={place === here.length}
          onClick={() => act({ type: 'order', id: field.id, by: 1 })}
        >
          <ArrowDown />
        </IconButton>
      </div>
    </PanelSection>
  )
}
