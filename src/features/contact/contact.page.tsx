import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Contact" />
      <h1>Contact</h1>
    </div>
  )
}
