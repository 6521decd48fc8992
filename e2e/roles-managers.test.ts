// The casework screens for managers: gestor and admin.
import { describeCasework } from './support/casework-screens.ts'

describeCasework(['gestor', 'admin'])
