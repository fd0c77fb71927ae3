import { Head } from '#site/head.tsx'

export default function Page() {
  return (
    <div>
      <Head title="Course" />
      <h1>Course</h1>
    </div>
  )
}
