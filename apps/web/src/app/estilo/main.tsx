import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sectionNames } from '../../i18n/load.ts'
import { loadInitialTexts, TextsProvider } from '../../i18n/texts.tsx'
import { startColorMode } from '../../ui/theme/color-mode.ts'
import '../../ui/theme/theme.css'
import { StylePage } from './style-page.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('estilo.html has no #root')

startColorMode()
const initial = await loadInitialTexts(sectionNames)
createRoot(root).render(
  <StrictMode>
    <TextsProvider initial={initial}>
      <StylePage />
    </TextsProvider>
  </StrictMode>,
)
