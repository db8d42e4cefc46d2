define void @sizeOf() {
  ret void
}
