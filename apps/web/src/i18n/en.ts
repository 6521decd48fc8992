import { core } from './en-core.ts'
import { workspace } from './en-workspace.ts'
import type { Texts } from './es.ts'

export const en: Texts = { ...core, ...workspace }
