// The casework as whoever mediates, or asks for a mediation, sees it.
import { describeCasework } from './support/casework-screens.ts'

describeCasework(['usuario', 'mediador'])
