import { app } from './es/app.ts'
import { shell } from './es/shell.ts'
import { ui } from './es/ui.ts'

/** What is said before and around every page: the shell, errors. In the first chunk, so keep it small. */
export const core = { app, shell, ui }
