import type { ActiveContent } from '@foja/contracts/active-content'
import { defineTexts } from '../../lib/texts/define-texts.ts'

const kinds: Record<ActiveContent, string> = {
  javascript: 'Lleva instrucciones en JavaScript.',
  launch: 'Puede abrir otro programa o archivo.',
  program: 'Trae un programa adjunto.',
}

export const activeContent = {
  badge: 'Puede ejecutar acciones',
  title: 'Este PDF puede ejecutar acciones',
  kinds,
  advice: 'Foja no las ejecuta. Ábrelo en otro lector solo si confías en quien lo envió.',
}

export const useActiveContentTexts = defineTexts(activeContent, () => import('./active-content.en.ts'))
