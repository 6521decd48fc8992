import { app } from './es/app.ts'
import { session } from './es/session.ts'
import { setup } from './es/setup.ts'
import { shell } from './es/shell.ts'
import { ui } from './es/ui.ts'

/** What is said before and around every page: signing in, the shell, errors. In the first chunk, so keep it small. */
export const core = { app, session, setup, shell, ui }
