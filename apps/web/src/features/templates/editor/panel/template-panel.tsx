import { templateLocales } from '@foja/contracts/template-field-types'
import { CircleAlert, Keyboard } from 'lucide-react'
import { useLanguage } from '../../../../lib/texts/texts.tsx'
import { useTemplateEditorTexts } from '../../texts/template-editor.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Select } from '../../../../ui/select.tsx'
import { documentOf, type EditorAction, type EditorState } from '../model/editor.ts'
import { PanelSection } from './panel-section.tsx'

export type ShownProblem = { id: string; label: string; text: string }

type Props = {
  state: EditorState
  act: (action: EditorAction) => void
  problems: readonly ShownProblem[]
  mayEdit: boolean
  onField: (id: string) => void
  onShortcuts: () => void
}

/** Template settings while no field is selected, and the problems left. */
export function TemplatePanel({ state, act, problems, mayEdit, onField, onShortcuts }: Props) {
  const words = useTemplateEditorTexts()
  const { language } = useLanguage()
  const { fields, locale } = documentOf(state)
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return (
    <>
      <header className="flex min-h-13 items-center border-b border-line px-4">
        <h2 className="font-semibold">{words.templateTitle}</h2>
      </header>
      <PanelSection>
        <p className="text-ink-muted">{words.facts(fields.length, state.pages.length)}</p>
        <Field label={words.locale}>
          <Select
            value={locale}
            disabled={!mayEdit}
            onValueChange={(next) => act({ type: 'locale', locale: next })}
            options={templateLocales.map((value) => ({ value, label: names.of(value) ?? value }))}
          />
        </Field>
        {mayEdit && <p className="text-small text-ink-muted">{words.chooseField}</p>}
        {mayEdit && (
          <div>
            <Button size="sm" icon={<Keyboard />} onClick={onShortcuts}>
              {words.shortcuts}
            </Button>
          </div>
        )}
      </PanelSection>
      {problems.length > 0 && (
        <PanelSection title={words.problems(problems.length)}>
          <ul className="flex flex-col gap-1">
            {problems.map(({ id, label, text }) => (
              <li key={`${id} ${text}`}>
                <button
                  type="button"
                  onClick={() => onField(id)}
                  className="flex w-full gap-2 rounded-md p-2 text-left text-small hover:bg-muted"
                >
                  <CircleAlert aria-hidden className="size-4 text-error-ink" />
                  <span className="min-w-0">
                    <span className="font-semibold">{label}</span> {text}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </PanelSection>
      )}
    </>
  )
}
