import type { Template } from '@foja/contracts/templates'
import { toast } from '../../../ui/toast-store.ts'
import { useTemplateEditorTexts } from '../texts/template-editor.ts'
import type { Canvas } from './canvas/use-canvas.ts'
import type { ShownProblem } from './panel/template-panel.tsx'
import type { Editing } from './use-editing.ts'
import type { Act } from './use-editor.ts'

type Options = {
  template: Template
  editing: Editing
  problems: readonly ShownProblem[]
  act: Act
  canvas: Canvas
  onUse: () => void
  /** Opens another template that was just created. */
  onOpen: (id: string) => void
}

/** Saving the template as the buttons and dialogs of the editor do it. */
export function useSaveCommands({ template, editing, problems, act, canvas, onUse, onOpen }: Options) {
  const { saving, dirty, say } = editing
  const words = useTemplateEditorTexts()

  /** Saves the template, or focuses the first problem. */
  const save = async (version?: number): Promise<boolean> => {
    const [first] = problems
    if (first !== undefined) {
      act({ type: 'select', ids: [first.id] })
      canvas.focus(first.id)
      toast.error(`${first.label}: ${first.text}`)
      return false
    }
    const saved = await saving.save(version)
    if (saved) say(words.allSaved)
    return saved
  }
  return {
    save,
    saveAndUse: async () => {
      if (!dirty || (await save())) onUse()
    },
    saveCopy: async () => {
      const copy = await saving.saveCopy(words.copyName(template.name).slice(0, 120))
      if (copy === null) return
      toast.success(words.copyDone(copy.name))
      if (saving.stale !== null) saving.take(saving.stale)
      onOpen(copy.id)
    },
  }
}

export type SaveCommands = ReturnType<typeof useSaveCommands>
