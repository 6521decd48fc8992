import { app } from './en/app.ts'
import { session } from './en/session.ts'
import { setup } from './en/setup.ts'
import { shell } from './en/shell.ts'
import { ui } from './en/ui.ts'

/** The same sections as es-core.ts. */
export const core = { app, session, setup, shell, ui }
