fn f() { var x: i32; x = 1.0f; }
