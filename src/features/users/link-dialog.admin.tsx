import { Dialog } from '#admin/dialogs/dialog.tsx'
import { LinkOnce } from '#admin/dialogs/link-once.tsx'
import { Button } from '#ui/button.tsx'

type GivenLinkProps = { link: string; lead: string; onClose: () => void }

/** A link that no message carries: the owner passes it on. It is the content of a dialog. */
export const GivenLink = ({ link, lead, onClose }: GivenLinkProps) => (
  <>
    <p>{lead}</p>
    <LinkOnce address={link} />
    <div className="mt-5 flex justify-end">
      <Button variant="secondary" size="small" onClick={onClose}>
        Done
      </Button>
    </div>
  </>
)

export const LinkDialog = ({ title, ...given }: GivenLinkProps & { title: string }) => (
  <Dialog open onClose={given.onClose} title={title}>
    <GivenLink {...given} />
  </Dialog>
)
