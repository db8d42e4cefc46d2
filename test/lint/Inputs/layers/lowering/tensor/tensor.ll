declare void @sizeOf()
declare void @boxOf()
declare void @free()
define void @early() {
  call void @sizeOf()
  call void @boxOf()
  call void @free()
  ret void
}
