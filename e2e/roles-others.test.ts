// The casework screens for mediador and usuario.
import { describeCasework } from './support/casework-screens.ts'

describeCasework(['usuario', 'mediador'])
