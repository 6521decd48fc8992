import { app } from './en/app.ts'
import { shell } from './en/shell.ts'
import { ui } from './en/ui.ts'

/** The same sections as es-core.ts. */
export const core = { app, shell, ui }
