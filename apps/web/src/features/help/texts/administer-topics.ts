import { defineTexts } from '../../../lib/texts/define-texts.ts'
import type { Topic, TopicOf } from '../topics.ts'

export const administerTopics: Record<TopicOf<'administer'>, Topic> = {
  install: {
    title: 'Poner Foja en marcha',
    text: 'La primera empresa y su administrador, en un minuto.',
    steps: [
      'Abre la dirección que imprime el servidor.',
      'Escribe el nombre de la empresa, el país y su identificación.',
      'Escribe tu nombre, tu correo y una contraseña.',
      'Si otros equipos llegan a Foja, escribe el código que imprimió el servidor.',
      'Elige «Crear e ingresar» y sigue los «Primeros pasos» del inicio.',
    ],
    words: 'instalar primera vez bienvenida servidor código crear empresa',
  },
  sample: {
    title: 'Probar con datos de ejemplo',
    text: 'Una empresa inventada, aparte de la tuya.',
    steps: [
      'Al poner Foja en marcha, deja marcado «Cargar datos de ejemplo».',
      'Abre sus expedientes: nadie recibe correos.',
      'Prueba a firmar, devolver o concluir lo que quieras.',
      'Cuando termines, elige «Quitarlos» en el inicio. Tu empresa queda como está.',
    ],
    words: 'demostración prueba ejemplo ensayar quitar inventados',
  },
  companies: {
    title: 'Administrar varias empresas',
    text: 'Cada empresa ve solo lo suyo.',
    steps: [
      'En «Empresas», crea una con su identificación y su país.',
      'Invita a su gestor: él administra sus usuarios y plantillas.',
      'Una empresa con expedientes se desactiva; no se elimina.',
    ],
    words: 'oficinas sucursales crear empresa',
  },
  authorities: {
    title: 'Encender autoridades',
    text: 'Los resultados dependen de qué autoridades son de confianza.',
    steps: [
      'En «Autoridades», elige tu país.',
      'Enciende las que reconoce la ley.',
      'Si falta una, agrega su certificado desde un archivo.',
    ],
    words: 'confianza raíz certificadora país por confirmar',
  },
  mail: {
    title: 'Conectar el correo',
    text: 'Sin servidor de correo, los mensajes se guardan y no salen.',
    steps: [
      'En «Correos», elige «Configurar el correo».',
      'Copia servidor, puerto, usuario y contraseña de tu proveedor.',
      'Envíate un mensaje de prueba.',
      'Libera los mensajes que esperaban.',
    ],
    words: 'smtp servidor puerto remitente prueba',
  },
  importUsers: {
    title: 'Importar usuarios',
    text: 'Sube la lista de tu oficina desde una hoja de cálculo.',
    steps: [
      'En «Usuarios», elige «Importar CSV».',
      'Elige el CSV o pega las filas con sus títulos.',
      'Revisa las filas con errores y crea las demás.',
    ],
    words: 'csv excel usuarios lista',
  },
  forgotten: {
    title: 'Alguien no puede ingresar',
    text: 'Olvidó su contraseña o perdió su teléfono.',
    steps: [
      'Con el correo conectado, «¿Olvidaste tu contraseña?» le envía un enlace.',
      'Sin correo, ponle una contraseña desde su menú en «Usuarios».',
      'Si perdió su teléfono, quítale la verificación en dos pasos, solo si confirmaste su identidad.',
    ],
    words: 'contraseña olvidada bloqueado teléfono perdido dos pasos entrar celular',
  },
  outbox: {
    title: 'Un correo no llegó',
    text: 'Cada mensaje dice si salió y, si no, por qué.',
    steps: [
      'En «Correos», filtra por los que fallaron.',
      'Lee el motivo y corrige la dirección.',
      'Vuelve a enviarlo. Quienes ya lo tienen no lo reciben dos veces.',
    ],
    words: 'correos bandeja salida falló reenviar',
  },
  backup: {
    title: 'Tener copias de seguridad',
    text: 'Cada día, en un solo archivo cifrado.',
    steps: [
      'Pide a quien cuida el servidor que ponga FOJA_BACKUP_DIR (o FOJA_BACKUP_BUCKET) y una frase o clave de cifrado.',
      'En «Estado», «Última copia» dice cuándo terminó o por qué falló.',
      'Elige «Hacer una copia ahora» antes de actualizar.',
      'Guarda aparte el archivo de claves del servidor: no va en la copia.',
      'Ensaya la recuperación una vez en otra computadora.',
    ],
    words: 'respaldo backup restaurar recuperar disco copia frase',
  },
  status: {
    title: 'Algo no funciona en Foja',
    text: 'Correo, disco, archivos, sello de tiempo: qué falla y qué hacer.',
    steps: [
      'En «Estado», lo que falla está arriba, con lo que hay que hacer.',
      'Arréglalo y pulsa «Probar».',
      'Para pedir ayuda, «Copiar informe» lo pone todo en un texto sin contraseñas.',
    ],
    words: 'estado falla disco lleno versión informe soporte',
  },
}

export const useAdministerTopics = defineTexts(administerTopics, () => import('./administer-topics.en.ts'))
