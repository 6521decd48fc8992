// The casework as whoever manages an office, or all of them, sees it.
import { describeCasework } from './support/casework-screens.ts'

describeCasework(['gestor', 'admin'])
