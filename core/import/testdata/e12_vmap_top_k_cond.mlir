  func.func public @main(%arg0: tensor<5x3x4xf32>, %arg1: tensor<5x4xf32>, %arg2: tensor<i32>) -> (tensor<5x3xf32> {jax.result_info = "result[0]"}, tensor<5x2xi32> {jax.result_info = "result[1]"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<5x3x4xf32>, tensor<5x4xf32>) -> tensor<5x3xf32>
    %values, %indices = chlo.top_k(%0, k = 2) : tensor<5x3xf32> -> (tensor<5x2xf32>, tensor<5x2xi32>)
    %1 = "stablehlo.case"(%arg2) ({
      %2 = stablehlo.negate %0 : tensor<5x3xf32>
      stablehlo.return %2 : tensor<5x3xf32>
    }, {
      stablehlo.return %0 : tensor<5x3xf32>
    }) : (tensor<i32>) -> tensor<5x3xf32>
    return %1, %indices : tensor<5x3xf32>, tensor<5x2xi32>
  }
