import { momentInWords } from '#contract/zoned-format.ts'
import { toColleague } from '#server/mail/mail-kind.ts'
import { day } from '#server/security/counters.ts'

declare module '#server/mail/deliveries.table.ts' {
  interface DeliveryKinds {
    /** Its recipient is the person who has allowed the assistant, from this address and device. */
    assistantConnected: {
      name: string
      host: string
      isLocal: boolean
      at: string
      address?: string | undefined
      device?: string | undefined
    }
  }
}

export const assistantConnected = toColleague<'assistantConnected'>(
  7 * day,
  async ({ site, render }, { payload }, { name }) => {
    const { company, publicUrl, timeZone } = await site.now()
    const { name: assistant, host, isLocal, at, device, address } = payload
    const title = 'An assistant was connected'
    const how = `On ${momentInWords(at, timeZone)}, from ${device ?? 'an unknown device'} (${address}).`
    return {
      subject: `${title} (${company.brand})`,
      ...(await render('AccountMessage', {
        company,
        name,
        title,
        preheader: how,
        paragraphs: [
          `You allowed an assistant that calls itself “${assistant}” (${isLocal ? 'an app on your computer' : host}) to work in your name. It can read and prepare drafts, and it cannot publish, send or delete.`,
          how,
          'If it wasn’t you, disconnect it and change your password right away. Then tell an owner.',
        ],
        button: 'View assistants',
        url: `${publicUrl}/#/admin/connections/assistants`,
      })),
    }
  },
)
