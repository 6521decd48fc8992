import { shell } from './en/shell.ts'
import { ui } from './en/ui.ts'
import type { Texts } from './es.ts'

export const en: Texts = { ui, shell }
