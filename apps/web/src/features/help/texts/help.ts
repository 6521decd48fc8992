import { defineTexts } from '../../../lib/texts/define-texts.ts'
import type { HelpTab } from '../topics.ts'

const tabs: Record<HelpTab, string> = {
  sign: 'Firma',
  mediate: 'Mediación',
  manage: 'Gestión',
  administer: 'Administración',
}

/** The page of help. */
export const help = {
  title: 'Ayuda',
  heading: '¿Qué necesitas hacer?',
  search: 'Buscar en la ayuda',
  placeholder: 'Firmar, enviar, qué significa «Por confirmar»…',
  examples: 'Por ejemplo:',
  here: 'Sobre la pantalla donde estabas',
  tabsLabel: 'Qué haces en la oficina',
  tabs,
  steps: { one: 'paso', other: 'pasos' },
  open: 'Abrir la pantalla',
  found: { one: 'tema encontrado', other: 'temas encontrados' },
  /** Words that the search leaves out. */
  fillers:
    'a al algo como con cual cuando de del donde el en es esta este esto estoy ha hago hay la las le lo los me mi mis necesito no o para pero por puede puedo que quien quiero se si sin su sus tu un una y ya',
  nothingTitle: (q: string) => `Nada coincide con «${q}»`,
  nothingText: 'Prueba con otra palabra, o pregunta a tu oficina.',
  seeAll: 'Ver todos los temas',
  judge: {
    title: 'Para un juez: qué prueba una firma de Foja',
    text: 'Una hoja para imprimir, con la ley y los términos explicados.',
    open: 'Abrir',
  },
  first: {
    title: 'Primeros pasos',
    doneOf: (done: number, total: number) => `${done} de ${total}`,
    progress: 'Primeros pasos hechos',
    do: 'Hacerlo',
    done: 'hecho',
  },
  ask: {
    title: '¿Sigues con la duda?',
    text: 'Pregunta en tu oficina a quienes pueden cambiar permisos y ajustes:',
    alone: 'En tu oficina nadie más puede cambiar permisos y ajustes.',
    failed: 'No se pudo cargar a quién preguntar.',
    retry: 'Reintentar',
  },
  out: {
    title: 'Si no puedes ingresar',
    forgot: '¿Olvidaste tu contraseña?',
    forgotText: 'Pide un enlace para elegir otra.',
    forgotButton: 'Elegir otra contraseña',
    invited: '¿Te invitaron?',
    invitedText:
      'Elige tu contraseña con el enlace del correo. Si venció, pide otra invitación a la persona que te invitó.',
    phone: '¿Perdiste tu teléfono?',
    phoneText: 'Usa uno de tus códigos de recuperación. Sin ellos, escribe a tu administrador.',
    none: '¿No tienes cuenta?',
    noneText: 'Pide que te inviten en tu oficina. Para verificar un documento no hace falta.',
  },
  keys: {
    title: 'Atajos',
    all: 'Todos los atajos',
    text: 'Funcionan mientras no escribes en un campo.',
    groups: {
      everywhere: 'En todas las pantallas',
      reader: 'Al leer un documento',
      editor: 'En el editor de plantillas',
    },
    search: 'Buscar todo',
    help: 'Ver los atajos',
    page: 'Página anterior o siguiente',
    zoom: 'Acercar o alejar',
    fit: 'Ajustar a la ventana',
    find: 'Buscar en el documento',
    undo: 'Deshacer o rehacer',
    save: 'Guardar',
    duplicate: 'Duplicar los campos elegidos',
    single: 'Abrir los atajos con la tecla ?',
  },
}

export const useHelpTexts = defineTexts(help, () => import('./help.en.ts'))
